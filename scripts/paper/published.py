"""What the DAN-Scheduler paper prints (Liu, Zhang, arXiv 2607.17422v1): Tables 2 to 5 and the averages
of its abstract. Copied digit by digit; nothing here is computed."""

TRACES = ("Conv_Case0", "Conv_Case1", "FlashAttention_Case0", "FlashAttention_Case1", "Matmul_Case0",
          "Matmul_Case1")
METRICS = ("peak", "extra_ddr", "spills", "makespan")
BASELINES = ("hmcos", "cosma", "magis", "eda")
COMPARED = BASELINES + ("dan",)

# Normalised to the paper's "Base / Original": peak, extra DDR, spill count, makespan.
TABLE_2 = {
    "Conv_Case0": {
        "hmcos": ("1.000", "0.535", "0.548", "0.622"), "cosma": ("1.000", "0.698", "0.687", "0.739"),
        "magis": ("0.734", "0.736", "0.389", "0.730"), "eda": ("1.000", "0.616", "0.543", "0.650"),
        "dan": ("0.340", "0.307", "0.356", "0.434"), "delta": ("53.7", "42.6", "8.5", "30.2")},
    "Conv_Case1": {
        "hmcos": ("1.000", "0.592", "0.616", "0.652"), "cosma": ("1.000", "0.727", "0.689", "0.741"),
        "magis": ("0.949", "0.564", "0.514", "0.602"), "eda": ("1.000", "0.528", "0.518", "0.575"),
        "dan": ("0.758", "0.407", "0.333", "0.441"), "delta": ("20.1", "22.9", "35.2", "23.3")},
    "FlashAttention_Case0": {
        "hmcos": ("1.000", "0.537", "0.487", "0.555"), "cosma": ("1.000", "0.685", "0.641", "0.697"),
        "magis": ("0.898", "0.491", "0.399", "0.502"), "eda": ("1.000", "0.475", "0.379", "0.481"),
        "dan": ("0.720", "0.395", "0.352", "0.426"), "delta": ("19.8", "16.8", "7.1", "11.1")},
    "FlashAttention_Case1": {
        "hmcos": ("1.000", "0.542", "0.499", "0.560"), "cosma": ("1.000", "0.722", "0.680", "0.730"),
        "magis": ("0.942", "0.493", "0.404", "0.502"), "eda": ("1.000", "0.473", "0.383", "0.480"),
        "dan": ("0.788", "0.398", "0.361", "0.429"), "delta": ("16.3", "15.9", "5.7", "10.6")},
    "Matmul_Case0": {
        "hmcos": ("1.000", "0.559", "0.562", "0.589"), "cosma": ("1.000", "0.760", "0.701", "0.760"),
        "magis": ("0.563", "0.602", "0.510", "0.599"), "eda": ("1.000", "0.437", "0.401", "0.459"),
        "dan": ("0.563", "0.362", "0.319", "0.387"), "delta": ("0.0", "17.2", "20.4", "15.7")},
    "Matmul_Case1": {
        "hmcos": ("1.000", "0.565", "0.576", "0.597"), "cosma": ("1.000", "0.769", "0.708", "0.767"),
        "magis": ("0.531", "0.634", "0.541", "0.627"), "eda": ("1.000", "0.442", "0.417", "0.466"),
        "dan": ("0.531", "0.411", "0.384", "0.436"), "delta": ("0.0", "7.0", "7.9", "6.4")},
}

# M_max of Base, M_max of MPAS, reduction in percent.
TABLE_3 = {
    "Conv_Case0": (62778, 13584, "78.37"),
    "Conv_Case1": (476790, 41884, "91.22"),
    "FlashAttention_Case0": (42248, 7820, "81.49"),
    "FlashAttention_Case1": (171664, 23196, "86.50"),
    "Matmul_Case0": (131328, 27904, "78.75"),
    "Matmul_Case1": (1048832, 189056, "81.97"),
}
TABLE_3_AVERAGE = "83.05"

# Tier-aware rule against LRU, in percent: DDR, spill count, makespan.
TABLE_4 = {
    "Conv_Case0": ("-10.8", "-3.4", "-4.3"),
    "Conv_Case1": ("-3.3", "-3.1", "+0.6"),
    "FlashAttention_Case0": ("-0.3", "-0.2", "+3.8"),
    "FlashAttention_Case1": ("-0.1", "-0.1", "+3.2"),
    "Matmul_Case0": ("-7.2", "-10.4", "-2.8"),
    "Matmul_Case1": ("-2.7", "-3.7", "+0.4"),
}

# Makespan without CPE, makespan of all of DAN, reduction in percent.
TABLE_5 = {
    "Conv_Case0": (1559801, 1533691, "1.7"),
    "Conv_Case1": (9273845, 9004141, "2.9"),
    "FlashAttention_Case0": (664194, 638703, "3.8"),
    "FlashAttention_Case1": (2731599, 2643529, "3.2"),
    "Matmul_Case0": (1712198, 1639805, "4.2"),
    "Matmul_Case1": (14261042, 13841233, "2.9"),
}

# Abstract: reduction by DAN in percent, in the order of METRICS.
AGAINST_BASE = ("38.3", "62.0", "64.9", "57.5")
AGAINST_BEST_RIVAL = ("18.3", "20.4", "14.2", "16.3")
